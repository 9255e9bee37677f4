const refusedSignIn: readonly unknown[] = [4, 5];

const untrusted = 'The broker’s certificate isn’t signed by a trusted CA; check caFile';
const refusedCertificate = 'The broker refuses the certificate of this site; check certificateFile';
const unreachable = 'The broker is unreachable; check the site’s internet connection';

/** By the code of Node or OpenSSL. */
const sentences: Partial<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The broker’s certificate has expired, or the computer’s date is wrong',
  CERT_NOT_YET_VALID: 'The broker’s certificate isn’t valid yet, or the computer’s date is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The broker’s certificate is for another name; check the broker’s url',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'The certificate of this site has expired; replace certificateFile',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: 'The certificate of this site was revoked; enroll this computer again',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: refusedCertificate,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: refusedCertificate,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: refusedCertificate,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: refusedCertificate,
  ERR_SSL_WRONG_VERSION_NUMBER: 'The broker doesn’t speak TLS on this port; check the broker’s url',
  ECONNREFUSED: 'Nothing listens at the broker’s address; check that the broker runs, and its url',
  ENOTFOUND: 'The broker’s name can’t be resolved; check the site’s DNS, and the broker’s url',
  EAI_AGAIN: 'The broker’s name can’t be resolved; check the site’s DNS, and its internet connection',
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
  ETIMEDOUT: unreachable,
};

/** Returns why there is no connection to the broker, as a sentence for IT. */
export function brokerProblem(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (refusedSignIn.includes(code)) return 'The broker refuses this site: it was revoked, or its username and password are wrong';
  const known = typeof code === 'string' ? sentences[code] : undefined;
  if (known !== undefined) return known;
  if (message === 'connack timeout') return 'The broker doesn’t respond; check the site’s internet connection, and that the broker runs';
  return `The connection to the broker was lost: ${String(message ?? error)}`;
}
