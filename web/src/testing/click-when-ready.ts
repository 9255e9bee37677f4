import { waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** Clicks a button when its last call has ended: the store tells that a frame after the call's result, which may be shown already. */
export async function clickWhenReady(button: HTMLElement): Promise<void> {
  await waitFor(() => {
    if (button.matches(':disabled, .ant-btn-loading')) throw new Error('The button is busy');
  });
  await userEvent.click(button);
}
