import type { ReactNode } from 'react';

/** A status is told by a shape as well as by a colour. */
const symbols = { success: '●', warning: '◆', danger: '■', secondary: '○' };

interface StatusProps {
  kind: keyof typeof symbols;
  className?: string;
  children: ReactNode;
}

export function Status({ kind, className = '', children }: StatusProps) {
  return (
    <b className={`text-${kind}-emphasis ${className}`} data-symbol={symbols[kind]}>
      {children}
    </b>
  );
}
