import { lazy } from 'react';
import { CustomerScreen } from '../features/members/customer/customer-screen.tsx';
import { SignUpSlot } from '../features/members/customer/sign-up-slot.ts';

/** Loaded when a customer without a plan is signed up on their own screen. */
const CustomerSignUp = lazy(async () => ({ default: (await import('../features/members/sign-up/sign-up-screen.tsx')).CustomerSignUp }));

const signUpOf = (customer: string) => <CustomerSignUp customer={customer} />;

/** The customer's screen with another feature's sign-up on its Subscriptions tab. */
export function CustomerRoute() {
  return (
    <SignUpSlot value={signUpOf}>
      <CustomerScreen />
    </SignUpSlot>
  );
}
