import { pbkdf2Sync, randomBytes } from 'node:crypto';

/** A password as Mosquitto stores it: PBKDF2 with SHA-512. */
function hashOf(text: string): { iterations: number; salt: string; password: string } {
  const [iterations, salt] = [101, randomBytes(12)];
  const hash = pbkdf2Sync(text, salt, iterations, 64, 'sha512');
  return { iterations, salt: salt.toString('base64'), password: hash.toString('base64') };
}

/** The format of mosquitto_passwd. */
export function hashedPassword(text: string): string {
  const { iterations, salt, password } = hashOf(text);
  return `$7$${iterations}$${salt}$${password}`;
}

/**
 * Returns the files of `mosquitto/control`: the account of washdesk-revocations.sh, which may command Mosquitto's dynamic security and
 * nothing else, and the call with its password.
 */
export function controlFiles(port = 1885): { 'dynamic-security.json': string; 'curl.conf': string } {
  const [username, secret, topic] = ['washdesk-revocations', randomBytes(24).toString('hex'), '$CONTROL/dynamic-security/v1'];
  const client = { username, ...hashOf(secret), roles: [{ rolename: username }] };
  const role = { rolename: username, acls: [{ acltype: 'publishClientSend', topic, allow: true }] };
  const defaultACLAccess = { publishClientSend: false, publishClientReceive: false, subscribe: false, unsubscribe: true };
  return {
    'dynamic-security.json': JSON.stringify({ clients: [client], roles: [role], defaultACLAccess }, null, 2),
    'curl.conf': `url = "mqtt://127.0.0.1:${port}/${encodeURIComponent(topic).replaceAll('%2F', '/')}"\nuser = "${username}:${secret}"\n`,
  };
}
