import type { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';

const deadlineMs = 5_000;

export interface CertificateEnd {
  name: string;
  until: string;
}

/** Returns the ends of the site CA's certificate and of the broker's. A broker without TLS, or that does not respond, has none here. */
export async function certificateEnds(siteCa: X509Certificate | null, brokerUrl: string): Promise<CertificateEnd[]> {
  const broker = await brokerEnd(new URL(brokerUrl));
  return [
    ...(siteCa ? [{ name: 'The certificate of the site CA', until: new Date(siteCa.validTo).toISOString() }] : []),
    ...(broker ? [{ name: 'The broker’s certificate', until: broker }] : []),
  ];
}

/** Only reads the certificate: whether it is trusted is decided by the connection that sends messages. */
function brokerEnd({ protocol, hostname, port }: URL): Promise<string | null> {
  if (protocol !== 'mqtts:' && protocol !== 'wss:') return Promise.resolve(null);
  return new Promise((resolve) => {
    const fail = (): void => {
      socket.destroy();
      resolve(null);
    };
    const socket = connect({
      host: hostname,
      port: Number(port || (protocol === 'wss:' ? 443 : 8883)),
      servername: hostname,
      rejectUnauthorized: false,
      timeout: deadlineMs,
    });
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to).toISOString());
      // with TLS's own end: Mosquitto logs a cut connection as an error
      socket.destroySoon();
    });
    socket.once('timeout', fail);
    socket.once('error', fail);
  });
}
