import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { readKeystrokes } from '@washdesk/rules/text/keystrokes';

const job = z.string().min(1);
const receipt = z.strictObject({ job, html: z.string().min(1) });
const tender = z.strictObject({ job, saleid: z.string().min(1), amountCents: z.int(), reference: z.string().min(1) });
const keystrokes = z.strictObject({ keys: z.string().refine((keys) => readKeystrokes(keys) !== null, 'are no keystrokes') });
const transfer = z.strictObject({ code: z.string().min(1), customerId: z.string().nullable() });

/** The actions that a page can request, with their payloads. */
const actions = { printReceipt: receipt, sendKeystrokes: keystrokes, tenderSale: tender, transferToSitewatch: transfer };
export type RegisterAction = keyof typeof actions;
const action = z.enum(Object.keys(actions) as [RegisterAction, ...RegisterAction[]]);

export interface RegisterBehaviour {
  /** Actions that it refuses, with the message for the cashier. */
  fail: Partial<Record<RegisterAction, string>>;
  /** Actions that it executes without ever responding. */
  hang: RegisterAction[];
  /** Delay before each action, in milliseconds. */
  slowMs: number;
}

export const registerBehaviourChange = z.strictObject({
  fail: z.partialRecord(action, z.string()).optional(),
  hang: z.array(action).optional(),
  slowMs: z.int().min(0).optional(),
});

/** The executed actions, oldest first. */
export interface RegisterState {
  receipts: z.infer<typeof receipt>[];
  keystrokes: string[];
  tenders: z.infer<typeof tender>[];
  transfers: z.infer<typeof transfer>[];
  /** Every requested action, including repeated and refused ones. */
  asked: RegisterAction[];
  behaviour: RegisterBehaviour;
}

export interface RegisterAnswer {
  status: number;
  body: { message?: string };
}

/** A register behind its embedded browser. It executes the actions that a page requests, each job once, and records them all. */
export class RegisterActions {
  readonly #state: RegisterState = {
    receipts: [],
    keystrokes: [],
    tenders: [],
    transfers: [],
    asked: [],
    behaviour: { fail: {}, hang: [], slowMs: 0 },
  };

  state(): RegisterState {
    return this.#state;
  }

  behave(change: z.infer<typeof registerBehaviourChange>): void {
    Object.assign(this.#state.behaviour, change);
  }

  /** Never settles while the action hangs. */
  async execute(name: string, payload: unknown): Promise<RegisterAnswer> {
    const known = action.safeParse(name);
    if (!known.success) return { status: 404, body: { message: `This register knows no ${name}.` } };
    const { behaviour, asked } = this.#state;
    asked.push(known.data);
    if (behaviour.slowMs > 0) await sleep(behaviour.slowMs);
    const words = behaviour.fail[known.data];
    if (words !== undefined) return { status: 409, body: { message: words } };
    const wrong = this.#do(known.data, payload);
    if (wrong) return { status: 400, body: { message: z.prettifyError(wrong) } };
    if (behaviour.hang.includes(known.data)) return new Promise(() => undefined);
    return { status: 200, body: {} };
  }

  /** @returns the validation error of the payload */
  #do(name: RegisterAction, payload: unknown): z.ZodError | null {
    const { receipts, keystrokes: typed, tenders, transfers } = this.#state;
    switch (name) {
      case 'printReceipt':
        return parsed(receipt, payload, (paper) => once(receipts, paper));
      case 'sendKeystrokes':
        return parsed(keystrokes, payload, ({ keys }) => typed.push(keys));
      case 'tenderSale':
        return parsed(tender, payload, (paid) => once(tenders, paid));
      case 'transferToSitewatch':
        return parsed(transfer, payload, (sent) => transfers.push(sent));
    }
  }
}

function parsed<S extends z.ZodType>(shape: S, payload: unknown, store: (what: z.infer<S>) => void): z.ZodError | null {
  const read = shape.safeParse(payload);
  if (!read.success) return read.error;
  store(read.data);
  return null;
}

function once<T extends { job: string }>(done: T[], next: T): void {
  if (!done.some((earlier) => earlier.job === next.job)) done.push(next);
}
