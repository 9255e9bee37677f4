import { appendFileSync } from 'node:fs';
import { eventView } from '../events/event.ts';
import type { ApiAnswer, ApiRequest } from '../server/api.ts';
import type { Store } from '../state/store.ts';
import { readDescription } from './description.ts';
import { Fidelity } from './fidelity.ts';

type Api = (request: ApiRequest, requestId: string) => ApiAnswer;

/** The environment variable with the file that collects the drift of a test run. Setting it enables the check. */
export const driftVariable = 'WASHDESK_STRIPE_DRIFT_FILE';

const mostNamed = 10;

/** Checks one simulator against the SDK's types and reports differences to the client and to the drift file. */
export class DriftWatch {
  readonly #fidelity: Fidelity;
  readonly #file: string;

  constructor(fidelity: Fidelity, file: string) {
    this.#fidelity = fidelity;
    this.#file = file;
  }

  /** Wraps the API: an exchange that differs from the SDK's types gets a 500 that names each difference. */
  around(api: Api): Api {
    return (request, requestId) => {
      const answer = api(request, requestId);
      const { method, url, body } = request;
      const parameters = method === 'POST' ? body : url.search.slice(1);
      const drift = this.#fidelity.problems({ method, path: url.pathname, parameters, status: answer.status, body: answer.body });
      if (drift.length === 0) return answer;
      const message = this.#record(`${method} ${url.pathname}`, drift);
      return { status: 500, body: { error: { type: 'api_error', message } }, replayed: false };
    };
  }

  /** Checks every new event, because webhooks send them without a request. */
  follow(store: Store): void {
    store.onChange((object) => {
      if (!('object' in object) || object.object !== 'event') return;
      const drift = this.#fidelity.eventProblems(eventView(object));
      if (drift.length > 0) this.#record(object.type, drift);
    });
  }

  #record(where: string, drift: readonly string[]): string {
    const more = drift.length > mostNamed ? ` … and ${drift.length - mostNamed} more` : '';
    const message = `Drift from the SDK's types, ${where}: ${drift.slice(0, mostNamed).join('; ')}${more}`;
    appendFileSync(this.#file, `${message}\n`);
    return message;
  }
}

let fidelity: Promise<Fidelity> | undefined;

/**
 * Returns the watch of a test run; undefined if no drift file is set. All watches of a process share the description and its cached
 * results.
 */
export async function openDriftWatch(file = process.env[driftVariable]): Promise<DriftWatch | undefined> {
  if (!file) return undefined;
  fidelity ??= readDescription().then((description) => new Fidelity(description));
  return new DriftWatch(await fidelity, file);
}
