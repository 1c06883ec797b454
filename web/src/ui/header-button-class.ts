/** Small on a phone, and all on one line from a small laptop on. */
export const headerButtonClass =
  'max-lg:min-h-11! max-lg:px-[13px]! max-lg:text-xs lg:max-2xl:px-3.5! lg:max-2xl:text-sm';
