import { createContext, type ReactNode } from 'react';

/**
 * The place for the sign-up of a customer without a plan, which another feature offers and the app puts here. Without it a link leads to
 * its screen.
 */
export const SignUpSlot = createContext<((customer: string) => ReactNode) | null>(null);
