import { chooseTheme, themeChoices, useThemeChoice } from '../../lib/theme-choice.ts';
import styles from './theme-switch.module.css';

const labels = { system: 'System', light: 'Light', dark: 'Dark' } as const;

/** Chooses the theme of this browser. @param name of its radio buttons, unique on the page */
export function ThemeSwitch({ name }: { name: string }) {
  const chosen = useThemeChoice();
  return (
    <fieldset className={styles.switch}>
      <legend>Theme</legend>
      {themeChoices.map((choice) => (
        <label key={choice}>
          <input type="radio" name={name} checked={choice === chosen} onChange={() => chooseTheme(choice)} />
          {labels[choice]}
        </label>
      ))}
    </fieldset>
  );
}
