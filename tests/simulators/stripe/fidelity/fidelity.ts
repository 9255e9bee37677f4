import { parseForm } from '../wire/form.ts';
import { expandProblems } from './check-expand.ts';
import { ShapeCheck } from './check-shape.ts';
import { form, json } from './notations.ts';
import type { Description, OperationShape, Shape } from './shape.ts';

export interface Exchange {
  method: string;
  /** Without the query. */
  path: string;
  /** The body of a POST, otherwise the query. */
  parameters: string;
  status: number;
  body: unknown;
}

/** Previews of Stripe, which the SDK's types lack. */
const previews = ['/v1/privacy/'];

/** Checks the wire against the types of the installed SDK: the cloud's requests and the simulator's responses. */
export class Fidelity {
  readonly #description: Description;
  readonly #requests: ShapeCheck;
  readonly #answers: ShapeCheck;
  readonly #operations = new Map<string, OperationShape[]>();

  constructor(description: Description) {
    this.#description = description;
    this.#requests = new ShapeCheck(description.named, form);
    this.#answers = new ShapeCheck(description.named, json);
    for (const operation of description.operations) {
      const key = routeKey(operation.method, operation.path);
      this.#operations.set(key, [...(this.#operations.get(key) ?? []), operation]);
    }
  }

  /** Returns every difference from the SDK's types. The parameters of a rejected request are not checked. */
  problems({ method, path, parameters, status, body }: Exchange): string[] {
    if (status >= 400) return about('answer', this.#answers.problems(errorBody(this.#description.error), body));
    if (previews.some((preview) => path.startsWith(preview))) return [];
    const operation = this.#operationOf(method, path);
    if (!operation) return ['the SDK knows no such operation'];
    return [
      ...about('request', this.#requestProblems(operation, parameters)),
      ...about('answer', this.#answers.problems(operation.answer, body)),
    ];
  }

  /** Returns the differences of an event, which a webhook sends without a request. */
  eventProblems(event: unknown): string[] {
    return about('event', this.#answers.problems(this.#description.event, event));
  }

  #requestProblems({ parameters, answer }: OperationShape, text: string): string[] {
    const given = parseForm(text);
    const expand = Array.isArray(given['expand']) ? given['expand'].filter((path) => typeof path === 'string') : [];
    return [
      ...this.#requests.problems(parameters ?? { kind: 'object', fields: {} }, given),
      ...expand.flatMap((path) => expandProblems(this.#answers, answer, path)),
    ];
  }

  #operationOf(method: string, path: string): OperationShape | undefined {
    const parts = path.split('/');
    const fitting = (this.#operations.get(routeKey(method, path)) ?? []).filter((operation) =>
      operation.path.split('/').every((part, index) => part.startsWith('{') || part === parts[index]),
    );
    // `/v1/invoices/create_preview` is not an invoice with that id
    return fitting.toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)[0];
  }
}

const about = (what: string, problems: readonly string[]): string[] => problems.map((problem) => `${what}: ${problem}`);

const routeKey = (method: string, path: string): string => `${method} ${path.split('/').length} ${path.split('/', 3).join('/')}`;

const errorBody = (error: Shape): Shape => ({ kind: 'object', fields: { error: { shape: error } } });
