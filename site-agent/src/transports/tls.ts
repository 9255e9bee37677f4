import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { connected, socketTransport } from './socket-transport.ts';
import { connectTcp, peerOf, type TcpAddress } from './tcp.ts';
import { TransportError, type OpenOptions, type Transport } from './transport.ts';

/**
 * How a device's certificate is verified: by a CA, or by the certificate's own fingerprint, because most devices sign theirs themselves.
 * The certificate is always verified by one of the two.
 */
export type TlsTrust = { ca: string; fingerprint?: undefined } | { ca?: undefined; fingerprint: string };

export interface TlsOptions {
  trust: TlsTrust;
  /** For a device that requires a certificate of its clients, in PEM. */
  client?: { cert: string; key: string } | undefined;
}

/**
 * Opens a TLS connection. Nothing is sent or read before the device's certificate is verified.
 * @throws TransportError if it is refused, not verified, or cannot be opened within `timeoutMs`
 */
export async function openTls(options: TcpAddress & TlsOptions & OpenOptions): Promise<Transport> {
  const { host, trust, client } = options;
  const peer = peerOf(options);
  const raw = await connectTcp(options);
  // a fingerprint replaces the CA: Node's check would refuse a certificate that the device signed itself
  const verification = trust.ca === undefined ? { rejectUnauthorized: false } : { ca: trust.ca };
  const handshake = connect({ socket: raw, host, servername: isIP(host) ? '' : host, ...verification, ...client });
  const socket = await connected(handshake, { ...options, peer, event: 'secureConnect', explain: ({ code }) => explanations[code ?? ''] });
  if (trust.ca === undefined) verifyFingerprint(socket, trust.fingerprint, peer);
  return socketTransport(socket, peer, () => raw.resetAndDestroy(), options);
}

function verifyFingerprint(socket: TLSSocket, pinned: string, peer: string): void {
  const offered = socket.getPeerX509Certificate()?.fingerprint256;
  if (offered !== undefined && hexOf(offered) === hexOf(pinned)) return;
  socket.destroy();
  throw new TransportError(`${peer}: its certificate has the SHA-256 fingerprint ${offered ?? '(none)'}, not the configured one`);
}

const hexOf = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase();

/** Errors of OpenSSL whose text does not say what to do. */
const explanations: Partial<Record<string, string>> = {
  ERR_SSL_WRONG_VERSION_NUMBER: 'it doesn’t speak TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it doesn’t speak TLS on this port',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate isn’t signed by the configured CA',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate isn’t signed by the configured CA',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate isn’t signed by the configured CA',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate isn’t signed by the configured CA',
};
