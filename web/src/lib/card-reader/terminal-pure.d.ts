import type { StripeTerminal } from '@stripe/terminal-js';

/** Stands for the package's `pure.d.ts`, which leads into its TypeScript sources: those do not pass our settings. */
export declare const loadStripeTerminal: () => Promise<StripeTerminal | null>;
