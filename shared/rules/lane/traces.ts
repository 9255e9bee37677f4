/** The steps of a car's way from the antenna to the open gate, in their order. */
export const traceSteps = ['read', 'filter', 'look-up', 'decision', 'command', 'journal', 'relay', 'readback'] as const;
export type TraceStep = (typeof traceSteps)[number];

/**
 * - `opened`: the gate was seen opening, or its relay closing where no input is wired
 * - `unconfirmed`: the relay was written, but nothing proves that the gate opened
 * - `not-opened`: provably nothing moved
 * - `shown`: the read was reported to the registers, and this lane opens only by a cashier
 * - `suggested`: the plate of a camera was offered to the registers, and nothing was decided about it
 * - `ignored`: the reads were dropped, and the reason says why
 */
export const traceOutcomes = ['opened', 'unconfirmed', 'not-opened', 'shown', 'suggested', 'ignored'] as const;
export type TraceOutcome = (typeof traceOutcomes)[number];
