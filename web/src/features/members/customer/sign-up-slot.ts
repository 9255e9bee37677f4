import { createContext, type ReactNode } from 'react';

/**
 * The slot for the sign-up of a customer without a plan, provided by another feature through the app. If it is empty, a link opens the
 * sign-up screen.
 */
export const SignUpSlot = createContext<((customer: string) => ReactNode) | null>(null);
