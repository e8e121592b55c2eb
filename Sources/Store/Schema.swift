import SQL

/// The tables, in the standards' spelling. Scripts are only ever appended.
enum Schema {
  static let history = Migration(
    applicationID: 0x4d41_504c, scripts: [first, notifications, transfers, forgetting])

  private static let first = """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE team (team_id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE client_key (
      key_id TEXT PRIMARY KEY, team_id TEXT NOT NULL REFERENCES team ON DELETE CASCADE,
      public_key TEXT NOT NULL, private_key TEXT, apps TEXT, revoked_at INTEGER) STRICT;
    CREATE TABLE client (
      client_id TEXT PRIMARY KEY, team_id TEXT NOT NULL REFERENCES team ON DELETE CASCADE, kind TEXT NOT NULL,
      "primary" TEXT REFERENCES client ON DELETE CASCADE, name TEXT NOT NULL, redirect_uris TEXT NOT NULL,
      domains TEXT NOT NULL, notification_url TEXT, email_sources TEXT NOT NULL, leniencies TEXT NOT NULL) STRICT;
    CREATE TABLE account (
      id TEXT PRIMARY KEY, email TEXT, email_verified INTEGER NOT NULL, given_name TEXT, family_name TEXT,
      real_user_status INTEGER NOT NULL, org_id TEXT, hide_email INTEGER NOT NULL, deleted_at INTEGER) STRICT;
    CREATE INDEX account_email ON account (email);
    CREATE TABLE user_identifier (
      team_id TEXT NOT NULL, account TEXT NOT NULL, sub TEXT NOT NULL UNIQUE,
      PRIMARY KEY (team_id, account)) STRICT, WITHOUT ROWID;
    CREATE TABLE private_email (
      team_id TEXT NOT NULL, account TEXT NOT NULL, address TEXT NOT NULL UNIQUE,
      PRIMARY KEY (team_id, account)) STRICT, WITHOUT ROWID;
    CREATE TABLE forwarding_off (
      team_id TEXT NOT NULL, account TEXT NOT NULL, PRIMARY KEY (team_id, account)) STRICT, WITHOUT ROWID;
    CREATE TABLE consent (
      account TEXT NOT NULL, "group" TEXT NOT NULL, name INTEGER NOT NULL, email INTEGER NOT NULL,
      hide_email INTEGER NOT NULL, consented_at INTEGER NOT NULL, last_client_id TEXT NOT NULL,
      ended_at INTEGER,
      PRIMARY KEY (account, "group")) STRICT, WITHOUT ROWID;
    CREATE TABLE authorization_code (
      code TEXT PRIMARY KEY, client_id TEXT NOT NULL, account TEXT NOT NULL, redirect_uri TEXT, nonce TEXT,
      code_challenge TEXT, code_challenge_method TEXT, tag TEXT NOT NULL, auth_time INTEGER NOT NULL,
      issued_at INTEGER NOT NULL, used_at INTEGER, revoked_at INTEGER) STRICT, WITHOUT ROWID;
    CREATE INDEX authorization_code_account ON authorization_code (account);
    CREATE INDEX authorization_code_issued_at ON authorization_code (issued_at);
    CREATE TABLE refresh_token (
      refresh_token TEXT PRIMARY KEY, client_id TEXT NOT NULL, account TEXT NOT NULL, tag TEXT NOT NULL,
      auth_time INTEGER NOT NULL, issued_at INTEGER NOT NULL, used_at INTEGER NOT NULL, revoked_at INTEGER,
      revoked_by TEXT) STRICT,
      WITHOUT ROWID;
    CREATE INDEX refresh_token_account ON refresh_token (account);
    CREATE TABLE access_token (
      access_token TEXT PRIMARY KEY, client_id TEXT NOT NULL, account TEXT, issued_at INTEGER NOT NULL,
      revoked_at INTEGER) STRICT, WITHOUT ROWID;
    CREATE INDEX access_token_account ON access_token (account);
    CREATE INDEX access_token_issued_at ON access_token (issued_at);
    CREATE TABLE rate_use (
      "limit" TEXT NOT NULL, subject TEXT NOT NULL, count INTEGER NOT NULL, started_at INTEGER NOT NULL,
      ends_at INTEGER NOT NULL, PRIMARY KEY ("limit", subject)) STRICT, WITHOUT ROWID;
    CREATE TABLE signing_key (
      kid TEXT NOT NULL, position INTEGER PRIMARY KEY, private_key TEXT NOT NULL, created_at INTEGER NOT NULL,
      published_from INTEGER, signs_from INTEGER, signs_until INTEGER, published_until INTEGER) STRICT;
    """

  /// The outbox. A position is never used twice, so that what is new can be asked for.
  private static let notifications = """
    CREATE TABLE notification (
      position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, jti TEXT NOT NULL, type TEXT NOT NULL,
      sub TEXT NOT NULL, event_time INTEGER NOT NULL, private_email TEXT, iss TEXT NOT NULL, aud TEXT NOT NULL,
      client_id TEXT NOT NULL, account TEXT NOT NULL, url TEXT, is_url_given INTEGER NOT NULL, mutation TEXT,
      state TEXT NOT NULL, attempts TEXT NOT NULL, failures INTEGER NOT NULL, next_attempt_at INTEGER,
      payload TEXT, created_at INTEGER NOT NULL) STRICT;
    CREATE INDEX notification_next_attempt_at ON notification (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
    """

  private static let transfers = """
    CREATE TABLE transfer (
      id TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES client ON DELETE CASCADE,
      from_team TEXT NOT NULL REFERENCES team ON DELETE CASCADE,
      to_team TEXT NOT NULL REFERENCES team ON DELETE CASCADE, accepted_at INTEGER) STRICT;
    CREATE INDEX transfer_client_id ON transfer (client_id);
    CREATE TABLE transfer_identifier (
      account TEXT NOT NULL, from_team TEXT NOT NULL, to_team TEXT NOT NULL, transfer_sub TEXT NOT NULL UNIQUE,
      PRIMARY KEY (account, from_team, to_team)) STRICT, WITHOUT ROWID;
    ALTER TABLE consent ADD COLUMN transferred_from TEXT;
    ALTER TABLE authorization_code ADD COLUMN revoked_by TEXT;
    ALTER TABLE access_token ADD COLUMN team_id TEXT;
    ALTER TABLE access_token ADD COLUMN used_at INTEGER;
    ALTER TABLE access_token ADD COLUMN revoked_by TEXT;
    """

  /// What is forgotten is found without a look at what stays.
  private static let forgetting = """
    DROP INDEX refresh_token_account;
    CREATE INDEX refresh_token_account ON refresh_token (account, client_id, issued_at);
    CREATE INDEX refresh_token_revoked_at ON refresh_token (revoked_at) WHERE revoked_at IS NOT NULL;
    """

  /// What a reset empties, children before parents.
  static let tables = [
    "transfer", "transfer_identifier",
    "setting", "notification", "rate_use", "access_token", "refresh_token", "authorization_code", "consent",
    "forwarding_off",
    "private_email",
    "user_identifier", "account", "client", "client_key", "team", "signing_key",
  ]

  /// What is kept of people and goes with their account: its column `account` names one that there is, deleted or not.
  static let tablesOfAccounts = [
    "refresh_token", "access_token", "authorization_code", "consent", "user_identifier", "private_email",
    "forwarding_off", "transfer_identifier",
  ]
}
