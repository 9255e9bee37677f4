import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { signAgreement, waitingSignatures, type SignatureRequest } from '@washdesk/contracts/members/signature';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';
import { drawSignature } from './drawn-signature.ts';
import { EnrolledTablet, type CloudAnswer, type Enrolment } from './enrolled-tablet.ts';
import { HintListener } from './hint-listener.ts';

export interface TabletBehaviour {
  /** The tablet's page is closed: it never polls the cloud, not even after a hint. */
  asleep: boolean;
  /** Accepts hints and probes without responding. */
  mute: boolean;
  /** Off the site's network: the agent's connections are refused, but it still polls. */
  refuse: boolean;
}

const wellBehaved: TabletBehaviour = { asleep: false, mute: false, refuse: false };

const behaviourChange = z.strictObject({
  asleep: z.boolean().optional(),
  mute: z.boolean().optional(),
  refuse: z.boolean().optional(),
});
const enrolPost = z.strictObject({ cloud: z.url(), link: z.url() });
const signPost = z.strictObject({
  /** The signature to sign; defaults to the oldest pending one. */
  id: z.uuid().optional(),
  /** Different numbers of waves give different signatures. */
  waves: z.int().min(1).max(50).default(3),
});

export interface TabletState {
  enrolment: Omit<Enrolment, 'cookie'> | null;
  polls: number;
  /** The response status of the last poll; null before the first response. */
  lastStatus: number | null;
  waiting: SignatureRequest[];
  hints: string[];
  /** The last agreement shown before the customer signed. */
  agreement: unknown;
  signed: string[];
  behaviour: TabletBehaviour;
}

export interface TabletSimulatorOptions {
  port?: number;
  /** The file that stores its enrollment. */
  file?: string | null;
  pollEveryMs?: number;
  behaviour?: Partial<TabletBehaviour>;
}

export interface TabletSimulator extends RunningSimulator {
  state(): TabletState;
  enrol(request: z.input<typeof enrolPost>): Promise<void>;
  /** Polls the cloud now, in addition to the regular polls every few seconds. */
  poll(): Promise<void>;
  /** The customer reads the agreement and signs it. @throws Error if nothing is pending, or with the cloud's message */
  sign(request?: z.input<typeof signPost>): Promise<CloudAnswer>;
  behave(change: z.infer<typeof behaviourChange>): Promise<void>;
}

/** Starts a signature tablet: it polls the cloud with its enrollment and listens for hints of the site's agent. */
export async function startTabletSimulator(options: TabletSimulatorOptions = {}): Promise<TabletSimulator> {
  const tablet = new SimulatedTablet(options);
  await tablet.listener.server.listen();
  await tablet.behave({});
  const polling = tablet.pollForEver(options.pollEveryMs ?? 5_000);
  return {
    port: tablet.listener.server.port,
    state: () => tablet.state(),
    enrol: (request) => tablet.enrol(request),
    poll: () => tablet.poll(),
    sign: (request = {}) => tablet.sign(signPost.parse(request)),
    behave: (change) => tablet.behave(change),
    posts: {
      enrol: (body) => tablet.enrol(enrolPost.parse(body)),
      sign: (body) => tablet.sign(signPost.parse(body)),
      behaviour: (body) => tablet.behave(behaviourChange.parse(body)),
    },
    async stop() {
      tablet.stopping.abort();
      await Promise.all([polling, tablet.listener.server.close()]);
    },
  };
}

class SimulatedTablet {
  readonly listener: HintListener;
  readonly stopping = new AbortController();
  readonly #cloud: EnrolledTablet;
  readonly #behaviour: TabletBehaviour;
  readonly #hints: string[] = [];
  readonly #signed: string[] = [];
  #waiting: SignatureRequest[] = [];
  #agreement: unknown = null;
  #polls = 0;
  #lastStatus: number | null = null;

  constructor({ port = 0, file = null, behaviour = {} }: TabletSimulatorOptions) {
    this.#behaviour = { ...wellBehaved, ...behaviour };
    this.#cloud = new EnrolledTablet(file);
    this.listener = new HintListener(port, (signature) => {
      this.#hints.push(signature);
      void this.poll();
    });
  }

  state(): TabletState {
    const { cookie: _, ...enrolment } = this.#cloud.enrolment ?? { cookie: '' };
    return {
      enrolment: 'cloud' in enrolment ? enrolment : null,
      polls: this.#polls,
      lastStatus: this.#lastStatus,
      waiting: this.#waiting,
      hints: this.#hints,
      agreement: this.#agreement,
      signed: this.#signed,
      behaviour: this.#behaviour,
    };
  }

  async behave(change: z.infer<typeof behaviourChange>): Promise<void> {
    Object.assign(this.#behaviour, change);
    this.listener.answers = !this.#behaviour.mute;
    await (this.#behaviour.refuse ? this.listener.server.close() : this.listener.server.listen());
  }

  async enrol({ cloud, link }: z.infer<typeof enrolPost>): Promise<void> {
    await this.#cloud.enrol(cloud, link);
    await this.poll();
  }

  async pollForEver(everyMs: number): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.poll();
      await sleep(everyMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  async poll(): Promise<void> {
    if (this.#behaviour.asleep || !this.#cloud.enrolment) return;
    try {
      const { status, body } = await this.#cloud.ask(waitingSignatures);
      this.#lastStatus = status;
      this.#waiting = status === 200 ? waitingSignatures.response.parse(body).signatures : [];
      this.#polls += 1;
    } catch {
      // the cloud is unavailable; the next poll retries, as the tablet's page does
      this.#lastStatus = null;
    }
  }

  async sign({ id = this.#waiting[0]?.id, waves }: z.infer<typeof signPost>): Promise<CloudAnswer> {
    if (id === undefined) throw new Error('No agreement is waiting for a signature');
    const shown = await this.#cloud.ask({ method: 'GET', path: `/receipt/agreement/${id}` });
    if (shown.status !== 200) throw new Error(`Reading the agreement failed: ${JSON.stringify(shown.body)}`);
    this.#agreement = shown.body;
    const signature = drawSignature({ waves }).toString('base64');
    const answer = await this.#cloud.ask({ ...signAgreement, body: { id, signature } });
    if (answer.status === 200) this.#signed.push(id);
    await this.poll();
    return answer;
  }
}
