import { bundleAgent } from '@washdesk/packages/bundle-agent';
import type { ReleaseKeys } from '@washdesk/packages/release-keys';

/** Stands for the version in the bundle. */
const anyVersion = '0.0.0-any-version';

/** Returns the first line of a real agent with a fault. */
const faults = {
  none: () => '',
  doesNotStart: () => "throw new Error('This version does not start');",
  neverConnects: () => "require('node:net').Socket.prototype.connect = function () { return this; };",
  neverStops: () => "require('node:net').Server.prototype.close = function () { return this; };",
  dies: (afterMs: number) =>
    `const began = Date.now(); setInterval(() => {
      if (Date.now() >= began + ${afterMs} && require('node:fs').existsSync(process.env.WASHDESK_VERSION_FOLDER + '/healthy')) process.exit(1);
    }, 100);`,
} as const;
export type AgentFault = keyof typeof faults;

/** Why the service host takes each fault as a failure. */
export const badVersions = [
  { does: 'does not start', fault: 'doesNotStart', reason: 'ended during its trial with exit code' },
  { does: 'starts and never connects', fault: 'neverConnects', reason: 'was not connected at the end of its trial' },
  { does: 'connects and dies in its trial', fault: 'dies', reason: 'ended during its trial with exit code 1' },
] as const satisfies { does: string; fault: AgentFault; reason: string }[];

/** Programs of any version of the agent for Linux, from one build. */
export class AgentVersions {
  readonly #bundle: string;
  readonly #diesAfterMs: number;

  constructor(bundle: string, diesAfterMs: number) {
    this.#bundle = bundle;
    this.#diesAfterMs = diesAfterMs;
  }

  /** @param diesAfterMs how long a version that dies runs at least; it is connected then */
  static async build(releaseKeys: ReleaseKeys, diesAfterMs = 0): Promise<AgentVersions> {
    return new AgentVersions(await bundleAgent({ system: 'linux', version: anyVersion, releaseKeys }), diesAfterMs);
  }

  program(version: string, fault: AgentFault = 'none'): Buffer {
    return Buffer.from(`${faults[fault](this.#diesAfterMs)}\n${this.#bundle.replaceAll(anyVersion, version)}`);
  }
}
