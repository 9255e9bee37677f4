export const en = {
  title: 'Online Sales',
  broken: {
    heading: 'Something went wrong.',
    sentence: 'The error has been reported. Load the page again to go on.',
    again: 'Load Again',
  },
  soon: {
    heading: 'Online Sales',
    sentence: 'Online sign-up isn’t available yet. Our cashiers can help you at any wash, or call',
  },
};
export type Texts = typeof en;
