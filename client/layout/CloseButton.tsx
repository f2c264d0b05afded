import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';

/** A button with a cross that closes the element around it. */
export function CloseButton(props: ComponentProps<'button'> & { 'aria-label': string }) {
  return (
    <button type="button" className="alert-close" {...props}>
      <Icon viewBox="0 0 16 16" path="M2 2l12 12M14 2L2 14" />
    </button>
  );
}
