/**
 * window.Stripe as Stripe's loader expects it: a plain function with a version. The card form consists of ordinary inputs in the page; their
 * values go to the simulator, never to the product's server.
 */
(() => {
  const origin = new URL(document.currentScript.src).origin;
  // Stripe's script calls this URL; a page's security policy allows no other
  const base = origin === 'https://js.stripe.com' ? 'https://api.stripe.com' : origin;
  const style = 'font:inherit;padding:8px;border:0;outline-offset:2px;min-width:0;background:transparent;color:inherit';

  async function ask(key, name, body) {
    try {
      const response = await fetch(`${base}/_browser/${name}`, {
        method: 'POST',
        body: JSON.stringify({ key, ...body }),
      });
      return await response.json();
    } catch {
      return { error: { type: 'api_connection_error', message: 'An error occurred with our connection to Stripe.' } };
    }
  }

  const digits = (text) => text.replaceAll(/\D/g, '');
  const invalid = (code, message) => ({ error: { type: 'validation_error', code, message } });

  function brandOf(number) {
    if (/^3[47]/.test(number)) return 'amex';
    if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
    if (number.startsWith('6')) return 'discover';
    return number.startsWith('4') ? 'visa' : 'unknown';
  }

  /** The first missing input, in Stripe's words. */
  function missingIn({ number, exp, cvc, postal }, asksPostal) {
    if (number.length < 14) return invalid('incomplete_number', 'Your card number is incomplete.').error;
    if (exp.length < 4) return invalid('incomplete_expiry', 'Your card’s expiration date is incomplete.').error;
    if (cvc.length < 3) return invalid('incomplete_cvc', 'Your card’s security code is incomplete.').error;
    if (asksPostal && postal.length < 5) return invalid('incomplete_zip', 'Your postal code is incomplete.').error;
  }

  class CardElement {
    #listeners = new Map();
    #fields = {};
    #box = null;
    #options;

    constructor(type, options) {
      this._type = type;
      this.#options = options;
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    once(event, listener) {
      const first = (told) => {
        this.off(event, first);
        listener(told);
      };
      return this.on(event, first);
    }

    off(event, listener) {
      const left = listener ? (this.#listeners.get(event) ?? []).filter((each) => each !== listener) : [];
      this.#listeners.set(event, left);
      return this;
    }

    #tell(event, told = {}) {
      for (const listener of this.#listeners.get(event) ?? []) listener({ elementType: this._type, ...told });
    }

    mount(place) {
      const target = typeof place === 'string' ? document.querySelector(place) : place;
      if (!target) throw new Error(`The selector you specified (${place}) applies to no DOM elements that are currently on the page.`);
      this.unmount();
      this.#box = document.createElement('div');
      this.#box.className = 'StripeElement';
      this.#box.style.cssText = 'display:grid;grid-template-columns:minmax(0,3fr) minmax(0,1fr) minmax(0,1fr) minmax(0,1fr);gap:4px';
      this.#add('number', 'Card number', 'cc-number', '1234 1234 1234 1234', 19);
      this.#add('exp', 'Expiration date MM / YY', 'cc-exp', 'MM / YY', 7);
      this.#add('cvc', 'Security code CVC', 'cc-csc', 'CVC', 4);
      if (!this.#options.hidePostalCode) this.#add('postal', 'ZIP code', 'postal-code', 'ZIP', 10);
      target.append(this.#box);
      queueMicrotask(() => this.#tell('ready'));
    }

    #add(name, label, autocomplete, placeholder, maxLength) {
      const input = Object.assign(document.createElement('input'), { autocomplete, placeholder, maxLength, inputMode: 'numeric' });
      input.name = name;
      input.disabled = Boolean(this.#options.disabled);
      input.setAttribute('aria-label', label);
      input.style.cssText = style;
      input.addEventListener('input', () => this.#changed());
      input.addEventListener('focus', () => this.#tell('focus'));
      input.addEventListener('blur', () => this.#tell('blur'));
      input.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#tell('escape'));
      this.#fields[name] = input;
      this.#box.append(input);
    }

    #changed() {
      const typed = this._typed();
      const missing = missingIn(typed, !this.#options.hidePostalCode);
      this.#tell('change', {
        empty: Object.values(typed).every((text) => text === ''),
        complete: !missing,
        error: undefined,
        brand: brandOf(typed.number),
        value: this._type === 'card' ? { postalCode: typed.postal } : { type: 'card' },
      });
    }

    _typed() {
      const of = (name) => this.#fields[name]?.value ?? '';
      return { number: digits(of('number')), exp: digits(of('exp')), cvc: digits(of('cvc')), postal: of('postal').trim() };
    }

    /** Returns the data of a payment method, or its error. */
    _card() {
      const typed = this._typed();
      const missing = missingIn(typed, !this.#options.hidePostalCode);
      if (missing) return { error: missing };
      const year = typed.exp.slice(2);
      const card = {
        number: typed.number,
        exp_month: Number(typed.exp.slice(0, 2)),
        exp_year: Number(year.length === 2 ? `20${year}` : year),
        cvc: typed.cvc,
      };
      return { card, postal: typed.postal };
    }

    update(options) {
      this.#options = { ...this.#options, ...options };
      for (const input of Object.values(this.#fields)) input.disabled = Boolean(this.#options.disabled);
    }

    focus() {
      this.#fields.number?.focus();
    }

    blur() {
      for (const input of Object.values(this.#fields)) input.blur();
    }

    clear() {
      for (const input of Object.values(this.#fields)) input.value = '';
      this.#changed();
    }

    unmount() {
      this.#box?.remove();
      this.#box = null;
      this.#fields = {};
    }

    destroy() {
      this.unmount();
      this.#listeners.clear();
    }
  }

  function makeElements(groupOptions = {}) {
    const made = new Map();
    let options = { ...groupOptions };
    return {
      create(type, own = {}) {
        if (type !== 'card' && type !== 'payment') throw new Error(`Unsupported element type: ${type}`);
        if (made.has(type)) throw new Error(`Can only create one Element of type ${type} through this instance of elements.`);
        const element = new CardElement(type, own);
        made.set(type, element);
        return element;
      },
      getElement: (type) => made.get(typeof type === 'string' ? type : 'card') ?? null,
      update(change) {
        options = { ...options, ...change };
      },
      async submit() {
        const element = made.get('payment') ?? made.get('card');
        const { error } = element ? element._card() : invalid('incomplete_number', 'Your card number is incomplete.');
        return error ? { error } : { selectedPaymentMethod: 'card' };
      },
      async fetchUpdates() {
        return {};
      },
      _secret: () => options.clientSecret,
      _element: () => made.get('payment') ?? made.get('card'),
    };
  }

  /** `payment_method`: an id, or a card element with billing details. */
  function methodOf(data) {
    if (typeof data === 'string' || data === undefined) return { payment_method: data ?? null };
    const { card: element, billing_details = {} } = data;
    const { card, postal, error } = element._card();
    if (error) return { error };
    const address = { ...billing_details.address, ...(postal ? { postal_code: postal } : {}) };
    return { payment_method_data: { card, billing_details: { ...billing_details, address } } };
  }

  /** Asks the cardholder to authenticate, as the bank's page does. */
  function authenticate() {
    return new Promise((resolve) => {
      const dialog = document.createElement('dialog');
      dialog.setAttribute('aria-label', '3D Secure');
      dialog.style.cssText = 'max-width:400px;padding:24px;border:0;border-radius:8px;font:16px/24px system-ui,sans-serif';
      dialog.innerHTML =
        '<p>3D Secure: your bank asks whether this is you.</p><button value="yes">Complete</button> <button value="no">Fail</button>';
      for (const button of dialog.querySelectorAll('button')) {
        button.style.cssText = 'min-width:120px;min-height:48px;font:inherit';
        button.addEventListener('click', () => {
          dialog.remove();
          resolve(button.value === 'yes');
        });
      }
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  function Stripe(key) {
    if (!/^pk_(test|live)_/.test(key ?? '')) throw new Error('Please call Stripe() with your publishable key.');

    async function confirm(kind, clientSecret, data) {
      const method = methodOf(data?.payment_method);
      if (method.error) return { error: method.error };
      const result = await ask(key, `${kind}/confirm`, { client_secret: clientSecret, ...method });
      const intent = result.paymentIntent ?? result.setupIntent;
      if (intent?.status !== 'requires_action') return result;
      const approved = await authenticate();
      return ask(key, `${kind}/authenticate`, { client_secret: clientSecret, approved });
    }

    /** With the Payment Element, the group of elements has both the secret and the form. */
    async function confirmElements(kind, { elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
      const payment_method = { card: elements._element(), billing_details: confirmParams.payment_method_data?.billing_details };
      const result = await confirm(kind, clientSecret ?? elements._secret(), { payment_method });
      if (result.error || redirect === 'if_required') return result;
      window.location.assign(confirmParams.return_url);
      return new Promise(() => undefined);
    }

    return {
      elements: makeElements,
      async createPaymentMethod({ card, elements, billing_details, params }) {
        const method = methodOf({ card: card ?? elements._element(), billing_details: billing_details ?? params?.billing_details });
        return method.error ? method : ask(key, 'payment-methods', method.payment_method_data);
      },
      /** Tokens belong to an older API that the simulator does not support. */
      createToken: async () => invalid('token_unsupported', 'Tokens are not supported here; create a payment method instead.'),
      confirmCardSetup: (secret, data) => confirm('setup-intents', secret, data),
      confirmCardPayment: (secret, data) => confirm('payment-intents', secret, data),
      confirmSetup: (options) => confirmElements('setup-intents', options),
      confirmPayment: (options) => confirmElements('payment-intents', options),
      retrieveSetupIntent: (secret) => ask(key, 'setup-intents/retrieve', { client_secret: secret }),
      retrievePaymentIntent: (secret) => ask(key, 'payment-intents/retrieve', { client_secret: secret }),
      registerAppInfo: () => undefined,
      _registerWrapper: () => undefined,
    };
  }

  Stripe.version = 'endive';
  window.Stripe = Stripe;
})();
