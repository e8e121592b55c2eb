// An identity token verified by Node's crypto alone, with the JWK from /auth/keys: no JWT library is in between.
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';

const [url, adminURL] = process.argv.slice(2);
const signedIn = await fetch(`${adminURL}/admin/sign-ins`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ account: 'jane', client_id: 'com.example.app', nonce: 'n-1' }),
});
assert.equal(signedIn.status, 201);
const { identity_token: token, user } = await signedIn.json();
const [header, claims, signature] = token.split('.').map((part) => Buffer.from(part, 'base64url'));
const { kid, alg } = JSON.parse(header);
const { keys } = await (await fetch(`${url}/auth/keys`)).json();
const key = createPublicKey({ key: keys.find((jwk) => jwk.kid === kid), format: 'jwk' });
const signed = Buffer.from(token.slice(0, token.lastIndexOf('.')));

assert.equal(alg, 'RS256');
assert.ok(verify('sha256', signed, key, signature), 'the signature is not good');
signed[signed.length - 1] ^= 1;
assert.ok(!verify('sha256', signed, key, signature), 'a changed token passes');
const { iss, aud, sub, nonce, exp, iat } = JSON.parse(claims);
assert.deepEqual({ iss, aud, sub, nonce }, { iss: 'https://appleid.apple.com', aud: 'com.example.app', sub: user, nonce: 'n-1' });
assert.equal(exp - iat, 86400);
console.log(`An identity token of ${sub} verifies with ${kid}.`);
