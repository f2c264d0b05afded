import type { ReactNode } from 'react';

/** A status is told by a shape as well as by a colour. */
const symbols = { success: '●', warning: '◆', danger: '■', secondary: '○' };

interface StatusProps {
  kind: keyof typeof symbols;
  children: ReactNode;
}

export function Status({ kind, children }: StatusProps) {
  return (
    <b className={`text-${kind}-emphasis`} data-symbol={symbols[kind]}>
      {children}
    </b>
  );
}
