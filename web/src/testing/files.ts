import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';

/** Presses a list's button, and returns the lines of the CSV file that is saved. */
export async function downloadedCsv(button = 'Download CSV'): Promise<string[]> {
  const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  await userEvent.click(await screen.findByRole('button', { name: button }));
  const [file] = await vi.waitUntil(() => save.mock.calls[0]);
  save.mockRestore();
  return (await (file as Blob).text()).trimEnd().split('\r\n');
}
