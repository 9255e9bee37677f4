export const en = {
  title: 'Card setup',
  brand: 'Unlimited Washes',
  broken: {
    heading: 'Something went wrong.',
    sentence: 'The error has been reported. Load the page again to see the result.',
    again: 'Load Again',
  },
  results: {
    succeeded: { heading: 'Your card is saved', sentence: 'It can be used for your next payments. You can close this page.' },
    processing: {
      heading: 'Your bank is still checking the card',
      sentence: 'This can take a few minutes. You can close this page: the card is saved when your bank agrees.',
    },
    requires_action: {
      heading: 'One more step is needed',
      sentence: 'Your bank asked for a confirmation that was not finished. Nothing was saved. Please set up the card again.',
    },
    failed: { heading: 'Your card wasn’t saved', sentence: 'Your bank declined it. Please try again, or use another card.' },
    canceled: { heading: 'Card setup was canceled', sentence: 'Nothing was saved. Set up the card again whenever you like.' },
    unknown: {
      heading: 'No result yet',
      sentence: 'This page shows the result after you set up a card. If you have just done that, ask any of our cashiers.',
    },
  },
};
export type Texts = typeof en;
