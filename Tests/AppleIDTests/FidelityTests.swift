import AppleID
import Glibc
import JSON
import TestSupport
import Testing

@Suite struct `The fidelity page` {
  static let path = Holdings.root() + "/docs/fidelity.md"

  @Test func `is what the rules and the tests say`() {
    let page = Self.page(Holdings(below: Holdings.root() + "/Tests"))
    if getenv("MOCKAPPLE_WRITE_FIDELITY") != nil, let file = fopen(Self.path, "w") {
      fputs(page, file)
      fclose(file)
    }
    #expect(Holdings.text(Self.path) == page, "docs/fidelity.md is stale; make fidelity writes it anew")
  }

  private static func page(_ holdings: Holdings) -> String {
    var text = """
      # Fidelity

      What mockapple holds a request to, and how well each rule is known to be Apple's. *documented*: Apple's own pages
      say it. *observed*: public reports show it. *guessed*: nobody has published it; where it matters there is a
      [switch](#switches). This page is made from the rules and the tests by `make fidelity`.

      ## Rules

      The name is what the journal, the log and `secret explain` call it.

      | rule | what Apple asks for | Apple's answer | known | from | held by |
      | --- | --- | --- | --- | --- | --- |

      """
    for rule in Rule.allCases {
      let cells = [
        "`\(rule.rawValue)`", rule.title, answer(rule), rule.mark.rawValue, rule.source,
        sentences(holdings.tests(of: rule)),
      ]
      text += "| " + cells.joined(separator: " | ") + " |\n"
    }
    text += """

      ## Practices

      What Apple does where nothing is refused.

      | what Apple does | known | from | shown by |
      | --- | --- | --- | --- |

      """
    for practice in Practice.allCases {
      let cells = [
        practice.title, practice.mark.rawValue, practice.source, sentences(holdings.tests(of: practice)),
      ]
      text += "| " + cells.joined(separator: " | ") + " |\n"
    }
    text += """

      ## Switches

      What the public record leaves open, or what changed over the years. The default is Apple's present behaviour.

      | switch | decides | default | takes |
      | --- | --- | --- | --- |

      """
    for item in Switch.all {
      text += "| `\(item.name)` | \(item.summary) | `\(item.read(Behaviour()).text())` | \(item.values) |\n"
    }
    text += """

      ## Eras

      A named set of switches: Apple as it was.

      | era | sets |
      | --- | --- |

      """
    for era in Era.allCases {
      let values = era.values.sorted { $0.key < $1.key }.map { "`\($0.key)`: `\($0.value.text())`" }
      text += "| `\(era.rawValue)` | \(values.joined(separator: ", ")) |\n"
    }
    return text
  }

  private static func sentences(_ tests: [Holdings.Test]) -> String {
    tests.map { "*\($0.suite)* \($0.name)" }.joined(separator: "<br>")
  }

  private static func answer(_ rule: Rule) -> String {
    switch rule.answer {
    case .error(let code, let text): "400 `\(code.rawValue)`" + (text.map { "<br>\($0)" } ?? "")
    case .page(let code, let sentence): "page `\(code.rawValue)`<br>\(sentence)"
    case .status(let status): "\(status)"
    case .forbiddenPage(let sentence): "403 page<br>\(sentence)"
    case .redirect(let code): "to redirect_uri: `\(code.rawValue)`"
    }
  }
}
