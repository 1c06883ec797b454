export interface SelectProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onValue: (value: T) => void;
  describedBy?: string | undefined;
}

export const pillClass =
  'inline-flex min-h-11 max-w-full min-w-0 items-center justify-between gap-2 rounded-full border-[1.5px] border-line-strong bg-surface px-3 text-xs font-medium whitespace-nowrap hover:bg-hover data-popup-open:bg-hover lg:min-h-9';
