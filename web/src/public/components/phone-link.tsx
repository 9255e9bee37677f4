/** The company's number, for what a page cannot do. */
export const PhoneLink = () => <a href="tel:+18008435477">1-800-843-5477</a>;
