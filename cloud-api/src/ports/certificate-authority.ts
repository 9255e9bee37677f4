/** A request whose signature is its own key's, as every certificate needs. */
export interface CertificateRequest {
  /** DER (SubjectPublicKeyInfo). */
  publicKey: Buffer;
}

export interface IssuedCertificate {
  /** Lower-case hex. */
  serial: string;
  pem: string;
  publicKey: Buffer;
  expires: Date;
}

export interface RevokedCertificate {
  serial: string;
  revoked: Date;
}

/** The company's own authority for the certificates of sites. All times are the machine's. */
export interface CertificateAuthority {
  /** PEM of its own certificate. */
  readonly certificate: string;
  /** Reads a PKCS #10 request for a P-256 key. @returns null for anything else, also if its signature is wrong */
  read(csr: string): Promise<CertificateRequest | null>;
  /** Issues a client certificate whose common name is the site's number. The name in a request is ignored. */
  issue(request: CertificateRequest, site: number, at: Date): Promise<IssuedCertificate>;
  /** Returns a signed list in PEM, valid for 30 days. */
  revocationList(revoked: readonly RevokedCertificate[], number: bigint, at: Date): Promise<string>;
}
