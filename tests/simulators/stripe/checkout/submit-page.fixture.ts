interface Typed {
  email: string;
  name: string;
  number?: string | undefined;
  postal?: string;
}

/** Fills in and submits the hosted page of a session. The redirect is not followed. */
export function submitPage(url: string, { number = '4242424242424242', postal = '60435', ...person }: Typed): Promise<Response> {
  const body = new URLSearchParams({ ...person, number, exp: '12 / 34', cvc: '123', postal });
  return fetch(url, { method: 'POST', body, redirect: 'manual' });
}
