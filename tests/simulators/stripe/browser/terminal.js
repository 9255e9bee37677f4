/**
 * window.StripeTerminal as Stripe's loader expects it. Readers are simulated: each has a page where cards are tapped. Every method resolves;
 * a failure resolves to {error: {code, message, …}}.
 */
(() => {
  const origin = new URL(document.currentScript.src).origin;
  // Stripe's script calls this URL; a page's security policy allows no other
  const base = origin === 'https://js.stripe.com' ? 'https://api.stripe.com' : origin;

  async function ask(name, body) {
    try {
      const response = await fetch(`${base}/_browser/terminal/${name}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      return await response.json();
    } catch {
      return {
        error: {
          code: 'network_error',
          message: 'Could not communicate with the Reader. Please make sure your reader is online and on the same network.',
        },
      };
    }
  }

  const failure = (code, message) => ({ error: { code, message } });
  const notConnected = () => failure('no_established_connection', 'No reader is connected. Connect to a reader first.');

  class Terminal {
    #config;
    #connection = null;
    #connectionStatus = 'not_connected';
    #paymentStatus = 'not_ready';
    #simulator = {};

    constructor(config) {
      for (const name of ['onFetchConnectionToken', 'onUnexpectedReaderDisconnect']) {
        if (typeof config?.[name] !== 'function') throw new Error(`You must pass ${name} to StripeTerminal.create.`);
      }
      this.#config = config;
    }

    getConnectionStatus() {
      return this.#connectionStatus;
    }

    getPaymentStatus() {
      return this.#paymentStatus;
    }

    async #token() {
      try {
        const token = await this.#config.onFetchConnectionToken();
        if (typeof token === 'string' && token !== '') return { token };
      } catch {
        // reported below, as for an empty token
      }
      return failure('failed_fetch_connection_token', 'Failed to fetch a connection token from the server.');
    }

    async discoverReaders({ location = null } = {}) {
      const { error } = await this.#token();
      return error ? { error } : ask('discover', { location });
    }

    async connectReader(reader, { fail_if_in_use = false } = {}) {
      if (this.#connectionStatus !== 'not_connected') return failure('already_connected', 'A reader is already connected.');
      this.#setConnection('connecting');
      const { token, error } = await this.#token();
      const result = error ? { error } : await ask('connect', { reader: reader.id, failIfInUse: fail_if_in_use, token });
      if (result.error) {
        this.#setConnection('not_connected');
        return { error: result.error };
      }
      this.#connection = result.connection;
      this.#setConnection('connected');
      this.#setPayment('ready');
      void this.#watch(result.connection);
      return { reader: result.reader };
    }

    /** Stays open until the connection ends; an end that this page did not request is unexpected. */
    async #watch(connection) {
      const { error } = await ask('watch', { connection });
      if (this.#connection !== connection) return;
      this.#forget();
      this.#config.onUnexpectedReaderDisconnect(error ? { error } : {});
    }

    #forget() {
      this.#connection = null;
      this.#setPayment('not_ready');
      this.#setConnection('not_connected');
    }

    async disconnectReader() {
      const connection = this.#connection;
      if (connection === null) return notConnected();
      this.#forget();
      return ask('disconnect', { connection });
    }

    async clearCachedCredentials() {
      return {};
    }

    #setConnection(status) {
      this.#connectionStatus = status;
      this.#config.onConnectionStatusChange?.({ status });
    }

    #setPayment(status) {
      if (this.#paymentStatus === status) return;
      this.#paymentStatus = status;
      this.#config.onPaymentStatusChange?.({ status });
    }

    /** Runs a reader command, with the status meanwhile. */
    async #command(name, status, body = {}) {
      const connection = this.#connection;
      if (connection === null) return notConnected();
      if (this.#paymentStatus !== 'ready') return failure('command_already_in_progress', 'Another command is in progress.');
      this.#setPayment(status);
      const result = await ask(name, { connection, ...body });
      if (this.#connection === connection) this.#setPayment('ready');
      return result;
    }

    collectPaymentMethod(clientSecret) {
      return this.#command('collect-payment', 'waiting_for_input', { clientSecret });
    }

    processPayment(paymentIntent) {
      return this.#command('process-payment', 'processing', { intent: paymentIntent.id });
    }

    collectSetupIntentPaymentMethod(clientSecret, allowRedisplay) {
      const allowed = ['always', 'limited', 'unspecified', true, false];
      if (!allowed.includes(allowRedisplay))
        return Promise.reject(new TypeError(`allow_redisplay must be one of always, limited, unspecified`));
      return this.#command('collect-setup', 'waiting_for_input', { clientSecret });
    }

    confirmSetupIntent(setupIntent) {
      return this.#command('confirm-setup', 'processing', { intent: setupIntent.id });
    }

    readReusableCard({ customer = null } = {}) {
      return this.#command('read-card', 'waiting_for_input', { customer });
    }

    collectRefundPaymentMethod(charge, amount, currency) {
      return this.#command('collect-refund', 'waiting_for_input', { charge, amount, currency });
    }

    processRefund() {
      return this.#command('process-refund', 'processing');
    }

    async #cancel() {
      if (this.#connection === null) return notConnected();
      return ask('cancel', { connection: this.#connection });
    }

    cancelCollectPaymentMethod() {
      return this.#cancel();
    }

    cancelProcessPayment() {
      return this.#cancel();
    }

    cancelCollectSetupIntentPaymentMethod() {
      return this.#cancel();
    }

    cancelConfirmSetupIntent() {
      return this.#cancel();
    }

    cancelReadReusableCard() {
      return this.#cancel();
    }

    cancelCollectRefundPaymentMethod() {
      return this.#cancel();
    }

    cancelProcessRefund() {
      return this.#cancel();
    }

    async setReaderDisplay({ cart }) {
      return this.#connection === null ? notConnected() : ask('display', { connection: this.#connection, total: cart.total });
    }

    async clearReaderDisplay() {
      return this.#connection === null ? notConnected() : ask('display', { connection: this.#connection, total: null });
    }

    setSimulatorConfiguration(configuration) {
      this.#simulator = { ...configuration };
    }

    getSimulatorConfiguration() {
      return { ...this.#simulator };
    }
  }

  window.StripeTerminal = { create: (config) => new Terminal(config) };
})();
