import { notFound } from '../site/html.ts';
import type { Reply, Route } from '../site/route.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';
import { checkoutPage } from './checkout-page.ts';
import { completeSession } from './complete-session.ts';
import type { CheckoutSession, CustomerDetails } from './session.ts';

const path = '/c/pay/:id';

/** The hosted page of a session. */
export function checkoutRoutes(sandbox: Sandbox): Route[] {
  const { store } = sandbox;
  const withSession = (id: string, answer: (session: CheckoutSession) => Reply): Reply => {
    const session = store.get('checkout.session', id);
    return session ? answer(session) : notFound('Page not found.');
  };
  return [
    { method: 'GET', path, answer: (visit) => withSession(visit.path['id'] ?? '', (session) => ({ html: checkoutPage(store, session) })) },
    { method: 'POST', path, answer: (visit) => withSession(visit.path['id'] ?? '', (session) => submit(sandbox, session, visit.form())) },
  ];
}

function submit(sandbox: Sandbox, session: CheckoutSession, typed: URLSearchParams): Reply {
  try {
    const complete = completeSession(sandbox, session, cardOf(typed), personOf(typed));
    return { redirect: (complete.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', complete.id) };
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    return {
      html: checkoutPage(sandbox.store, session, { typed, message: error.message, code: error.details.code }),
      status: error.status,
    };
  }
}

function cardOf(typed: URLSearchParams) {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\D*(\d{2,4})\s*$/.exec(typed.get('exp') ?? '') ?? [];
  return {
    number: (typed.get('number') ?? '').replaceAll(/\D/g, ''),
    exp_month: month,
    exp_year: year.length === 2 ? `20${year}` : year,
    cvc: typed.get('cvc') ?? '',
  };
}

function personOf(typed: URLSearchParams): CustomerDetails {
  const field = (name: string): string | null => typed.get(name)?.trim() || null;
  return { email: field('email'), name: field('name'), phone: field('phone'), postalCode: field('postal') };
}
