import type { Logger } from 'pino';
import type { AgentState, DeviceState, DeviceHealth as ShownHealth } from '@washdesk/site-protocol/envelope';
import type { RunningConfiguration } from '@washdesk/site-protocol/site-configuration/delivery';
import { agentStateTopic, deviceStateTopic } from '@washdesk/site-protocol/topics';
import type { SiteProblem, SiteProblems } from '../actions/site-problems.ts';
import { maxReason, reportable } from '../actions/without-paths.ts';
import type { Clock } from '../ports/clock.ts';
import type { DeviceHealth, DeviceIdentity, DeviceStatus } from '../ports/device.ts';
import { brokerProblemCode, type Outage } from './broker-outage.ts';
import type { BrokerLink } from './connection.ts';

export interface PresenceOptions {
  site: number;
  boot: string;
  version: string;
  devices: readonly DeviceIdentity[];
  roster: { readonly seq: number; readonly confirmed: Date | null };
  /** Problems of the site other than its devices'. */
  problems: SiteProblems;
  outage: { readonly last: Outage | null };
  /** Undefined for an agent that the cloud does not configure. */
  configuration: () => RunningConfiguration | undefined;
  clock: Clock;
  log: Logger;
}

const shownHealth: Record<DeviceStatus, ShownHealth> = { connecting: 'offline', ready: 'online', faulty: 'degraded', offline: 'offline' };

/** The retained states of the agent and its devices, published on every change and every connection. */
export class Presence {
  readonly #options: PresenceOptions;
  readonly #states = new Map<string, DeviceState>();
  #broker: BrokerLink | null = null;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Publishes states at this broker from now on. */
  attach(broker: BrokerLink): void {
    this.#broker = broker;
    broker.onConnected(() => this.showAll());
    this.#options.problems.onChange(() => this.showAll());
  }

  /** Publishes all states again. */
  showAll(): void {
    this.showAgent();
    for (const state of this.#states.values()) this.#publishDevice(state);
  }

  /** Returns the will, which the broker publishes if the connection breaks. */
  will(): { topic: string; message: AgentState } {
    return { topic: this.#topic, message: this.#agentState(false) };
  }

  /** Publishes the agent's state after a change of the roster's number. */
  showAgent(): void {
    this.#publish(this.#topic, this.#agentState(true));
  }

  show({ id, kind, name, lane }: DeviceIdentity, { status, problem }: DeviceHealth): void {
    const fault = problem === undefined ? null : reportable(problem);
    const since = this.#options.clock.now().toISOString();
    const state: DeviceState = {
      v: 1,
      id,
      kind,
      name,
      lane,
      health: shownHealth[status],
      ...(status === 'connecting' ? { reason: 'not connected yet' } : { reason: fault, fault }),
      since,
    };
    this.#states.set(id, state);
    this.#publishDevice(state);
  }

  /**
   * Publishes the offline state before an orderly disconnect, since the broker then publishes no will. The disconnect waits for the
   * acknowledgment, though not without limit.
   */
  publishOffline(): void {
    this.#publish(this.#topic, this.#agentState(false));
  }

  get #topic(): string {
    return agentStateTopic(this.#options.site);
  }

  #agentState(online: boolean): AgentState {
    const { boot, version, devices, roster, problems, outage } = this.#options;
    const configuration = this.#options.configuration();
    const receivable = problems.all().filter(({ code }) => code !== brokerProblemCode);
    const told = receivable.map(({ code, sentence, cause }) => {
      return { code, sentence: reportable(cause === null ? sentence : `${sentence}: ${cause}`) };
    });
    const rosterConfirmed = roster.confirmed?.toISOString() ?? null;
    return {
      v: 1,
      online,
      boot,
      version,
      devices: [...devices],
      roster: roster.seq,
      rosterConfirmed,
      problems: told,
      ...(outage.last && { outage: outage.last }),
      ...(configuration && { configuration }),
    };
  }

  #publishDevice(state: DeviceState): void {
    this.#publish(deviceStateTopic(this.#options.site, state.id), withProblems(state, this.#options.problems.all()));
  }

  #publish(topic: string, message: AgentState | DeviceState): void {
    if (!this.#broker?.connected) return;
    this.#broker
      .publish(topic, message, { qos: 1, retain: true })
      .catch((error: unknown) => this.#options.log.debug({ err: error, topic }, 'State not published'));
  }
}

/** Returns a gate's state with the site's problems in plain language. The gate keeps working; the causes are in the agent's state. */
function withProblems(state: DeviceState, problems: readonly SiteProblem[]): DeviceState {
  const told = problems.filter(({ atGates }) => atGates && state.kind === 'gate').map(({ sentence }) => sentence);
  if (told.length === 0) return state;
  const reason = [state.reason, ...told].filter((text) => text !== null).join('. ');
  return { ...state, health: state.health === 'online' ? 'degraded' : state.health, reason: reason.slice(0, maxReason) };
}
