import HTTP

/// A page of Apple's side, in plain and honest HTML.
struct Page {
  let title: String
  let body: HTML

  var html: HTML {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>\(title)</title>
    <style>body{font:16px/1.5 system-ui,sans-serif;max-width:26em;margin:3em auto;padding:0 1em;color:#1d1d1f}
    h1{font-size:1.4em}button{font:inherit;width:100%;padding:.6em;margin:.25em 0;border:1px solid #888;
    border-radius:.6em;background:#fff;text-align:left;cursor:pointer}small{color:#555}</style></head>
    <body>
    \(body)
    </body>
    </html>

    """
  }

  /// The page of a request that Apple refuses to the person's face: the code, and one sentence.
  static func refused(code: String?, sentence: String) -> Page {
    let heading: HTML = code.map { "<h1>\($0)</h1>\n" } ?? ""
    return Page(title: code ?? "Sign in with Apple", body: "\(heading)<p>\(sentence)</p>")
  }
}

extension Response {
  static func page(_ page: Page, status: Int = 200) -> Response {
    Response(
      status: status,
      headers: [
        "Content-Type": "text/html;charset=UTF-8", "Cache-Control": "no-store", "Pragma": "no-cache",
        "X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff",
      ], body: Array(page.html.text.utf8))
  }
}
