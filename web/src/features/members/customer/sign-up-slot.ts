import { createContext, type ReactNode } from 'react';

/** The sign-up of a customer without a plan, which is another feature's: the app puts it here. Without it a link leads to its screen. */
export const SignUpSlot = createContext<((customer: string) => ReactNode) | null>(null);
