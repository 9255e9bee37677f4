import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModeTabs } from './mode-tabs.tsx';

function Ways() {
  const [mode, setMode] = useState<'name' | 'number'>('name');
  return (
    <ModeTabs label="Ways in" modes={{ name: 'By name', number: 'By number' }} active={mode} onChange={setMode}>
      The {mode}
    </ModeTabs>
  );
}

describe('ModeTabs', () => {
  const user = userEvent.setup();
  beforeEach(() => {
    render(<Ways />);
  });
  afterEach(cleanup);

  it('shows the content of the chosen mode under its name', async () => {
    await user.click(screen.getByRole('tab', { name: 'By number' }));
    expect(screen.getByRole('tabpanel', { name: 'By number' }).textContent).toBe('The number');
  });

  it('is one stop for Tab, within which the arrows move and wrap', async () => {
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'By name' }));
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'By number' }));
    expect(screen.getByRole('tab', { name: 'By number' }).getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tabpanel').textContent).toBe('The name');
    await user.tab();
    expect(document.activeElement).toBe(document.body);
  });

  it('continues from where the focus is, when the choice shows later than the next press comes', async () => {
    cleanup();
    const chosen: string[] = [];
    const modes = { one: 'One', two: 'Two', three: 'Three' };
    render(
      <ModeTabs label="Slow" modes={modes} active="one" onChange={(mode) => chosen.push(mode)}>
        One
      </ModeTabs>,
    );
    await user.tab();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(chosen).toEqual(['two', 'three']);
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Three' }));
  });
});
