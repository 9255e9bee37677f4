import { Button } from 'antd';
import type { ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface LinkButtonProps extends Omit<ButtonProps, 'href' | 'onClick'> {
  /** A path of the app. */
  to: string;
}

/** A link that looks like a button: it can be opened in another tab and is one tab stop. */
export function LinkButton({ to, ...look }: LinkButtonProps) {
  const follow = useLinkClickHandler(to);
  return <Button {...look} href={useHref(to)} onClick={(event) => follow(event as React.MouseEvent<HTMLAnchorElement>)} />;
}
