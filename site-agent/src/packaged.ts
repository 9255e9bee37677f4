export interface Packaged {
  version: string;
  /** The public keys of releases by `kid`, in PEM. */
  releaseKeys: Readonly<Record<string, string>>;
  /** The files of the local page by path, in base64. */
  page: Readonly<Record<string, string>>;
}

/** Null when the agent runs from source. The build of a package replaces this module (deploy/packages/bundle-agent.ts). */
export const packaged = null as Packaged | null;
