import type { StripeTerminal } from '@stripe/terminal-js';

/** Replaces the package's `pure.d.ts`, which imports its TypeScript sources: those do not pass our settings. */
export declare const loadStripeTerminal: () => Promise<StripeTerminal | null>;
