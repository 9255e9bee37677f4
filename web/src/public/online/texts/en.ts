import type { Failures } from '../../lib/failure-sentence.ts';
import { pluralOf } from '../../lib/languages.ts';

const plural = pluralOf('en');
const minutes = (count: number): string => plural(count, { one: 'minute', other: 'minutes' });
const months = (count: number): string => plural(count, { one: 'month', other: 'months' });

const busy = 'This is still in progress. Try again in a moment.';

/** What a refusal means that no step handles, by its code. */
const failures: Failures = {
  too_many_declines: 'Too many cards were declined. See a cashier at any wash to sign up.',
  session_expired: 'This page has expired. Load it again.',
  stripe_unavailable: 'We can’t reach the payment service. Try again in a few minutes.',
  in_progress: busy,
  customer_busy: busy,
  still_pending: busy,
  outcome_unknown: busy,
};

export const en = {
  title: 'Online Sales',
  broken: {
    heading: 'Something went wrong.',
    sentence: 'The error has been reported. Load the page again to go on.',
    again: 'Load Again',
  },
  brand: 'Unlimited Washes',
  assurances: {
    label: 'Good to know',
    cancel: 'Cancel online, without a call.',
  },
  steps: {
    label: 'Steps',
    customer: 'Your car',
    review: 'Review',
    payment: 'Payment',
  },
  loading: 'Loading…',
  again: 'Try Again',
  change: 'Change',
  unreachable: 'No connection. Check your internet connection and try again.',
  tooMany: 'Too many tries. Try again later, or see a cashier at any wash.',
  failures,
  trouble: 'We are having trouble processing your request',
  phone: { call: 'Call' },

  customer: {
    heading: 'Wash as often as you like',
    lead: 'Sign up in a minute. Your plate opens the gate.',
    location: 'Location',
    chooseLocation: 'Choose a location',
    noLocations: 'Online sign-up isn’t available right now. A cashier at any wash can sign you up.',
    noPlans: 'This location sells no plans online. Choose another one, or see a cashier.',
    plan: 'Plan',
    aMonth: 'a month',
    withTax: (total: string) => `${total} with tax`,
    guaranteed: (count: number) => `Price guaranteed for ${months(count)}`,
    car: 'Your car',
    plate: 'License plate',
    plateHint: 'Cameras read it at the wash.',
    plateState: 'Plate state',
    make: 'Make (optional)',
    model: 'Model (optional)',
    color: 'Color',
    /** A color as the lists name it, in English. */
    colorName: (name: string) => name,
    none: 'Not chosen',
    contact: 'About you',
    email: 'Email',
    emailHint: 'You manage your plan with it, without a password.',
    phone: 'Cell phone',
    postalCode: 'ZIP or postal code',
    country: 'Country',
    countries: { US: 'USA', CA: 'Canada' },
    city: 'City',
    state: 'State',
    province: 'Province',
    chooseState: 'Choose',
    website: 'Leave this field empty',
    next: 'Continue',
    checking: 'Checking…',
  },

  problems: {
    siteMissing: 'Choose a location.',
    planMissing: 'Choose a plan.',
    plateMissing: 'Enter your plate.',
    stateMissing: 'Choose a state.',
    emailMissing: 'Enter your email address.',
    emailForm: 'Enter a whole email address, like sam@example.com.',
    phoneMissing: 'Enter your cell phone number.',
    phoneForm: 'Enter exactly 10 digits, with the area code.',
    postalCodeMissing: 'Enter your ZIP or postal code.',
    postalCodeForm: 'Enter 5 digits, or a Canadian postal code like K1A 0B1.',
    cityMissing: 'Enter your city.',
    refused: 'Check this entry.',
  },
  refusals: {
    check: 'Check the marked fields.',
    planNotOffered: 'This plan is no longer sold online here. Choose another one.',
    plateMismatch: 'This plan doesn’t fit your plate. Choose another plan, or check the plate.',
  },

  review: {
    heading: 'Review your plan',
    today: 'Due today',
    restOfMonth: 'The rest of this month',
    tax: 'Tax',
    from: (day: string) => `From ${day}`,
    everyMonth: 'on the 1st of each month',
    taxIncluded: (tax: string) => `with ${tax} tax`,
    car: 'Car',
    contact: 'Contact',
    changeCar: 'Change car',
    changeContact: 'Change contact',
    terms: 'Terms',
    termsFailed: 'Couldn’t load the terms.',
    previewFailed: 'Couldn’t load the amounts.',
    agree: 'I have read the terms and agree to them.',
    agreeMissing: 'Check the box to agree to the terms.',
    pay: 'Continue to Payment',
    opening: 'Opening the payment page…',
    secure: 'You pay on Stripe’s secure page. No card number is entered or kept here.',
    abandoned: 'The payment wasn’t finished, and nothing was charged. Everything you entered is still here.',
    termsChanged: 'The terms have changed. Read them again, then agree to them.',
    checkoutOpen: (wait: number) =>
      `A payment page for this plate is open on another device. Finish it there, or try again in ${minutes(wait)}.`,
  },

  complete: {
    wait: 'Checking your payment…',
    waitLead: 'This takes a few seconds. Keep this page open.',
    setUp: 'Payment received',
    setUpLead: 'Your plate is being sent to the lanes. This takes a few seconds.',
    driveUp: 'Drive up',
    driveUpLead: 'Your plate opens the gate from now on.',
    late: 'You’re signed up',
    lateLead: 'Your plate reaches the lanes in a few minutes. If the gate stays closed, show this page to a cashier.',
    welcome: (name: string) => `Welcome, ${name}.`,
    paid: 'Paid',
    monthly: 'Each month',
    next: 'What happens next',
    steps: {
      lane: (site: string) => `Drive into the member lane at ${site}. The camera reads your plate, and the gate opens.`,
      cashier: 'On your first visit, a cashier may complete your sign-up with you.',
      member: 'Your receipt, your card and your plan are always at hand:',
      bill: 'On the 1st of each month, your card is charged for that month.',
    },
    expired: 'This payment page has expired',
    expiredLead: 'Nothing was charged. Your entries are still here if you use the same browser.',
    unknown: 'This sign-up wasn’t found',
    unknownLead: 'The address may be incomplete. If you have paid, a cashier finds your sign-up by your plate.',
    open: 'The payment isn’t finished',
    openLead: 'Nothing was charged so far. Go back to review your plan and pay.',
    unreachable: 'Couldn’t check your payment',
    unreachableLead: 'Your connection was lost. If you have paid, your sign-up is safe.',
    manage: 'Manage your plan',
    startAgain: 'Start Again',
  },

  found: {
    heading: 'Account found',
    sentence:
      'Based on your email address or license plate, it appears you already have/had an account with us. Please see a car wash cashier to reactivate your plan.',
  },

  error: {
    heading: 'An error occurred processing your request',
    completing: 'Error Completing Signup',
    nothing: 'Everything you entered is still here.',
    back: 'Back to Review',
  },
};
export type Texts = typeof en;
