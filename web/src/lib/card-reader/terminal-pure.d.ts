import type { StripeTerminal } from '@stripe/terminal-js';

/** Replaces the package's `pure.d.ts`, which imports TypeScript sources that our compiler settings reject. */
export declare const loadStripeTerminal: () => Promise<StripeTerminal | null>;
