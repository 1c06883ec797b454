import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { pillClass, type SelectProps } from './select-trigger.ts';

/** Opens when mounted. */
export function SelectList(props: SelectProps<string>) {
  const { label, options, value, onValue, describedBy } = props;
  return (
    // The content security policy forbids inline styles, which here would only hide a scrollbar.
    <CSPProvider disableStyleElements>
      <Base.Root
        defaultOpen
        items={options}
        value={value}
        onValueChange={(next) => {
          if (next !== null) onValue(next);
        }}
      >
        <Base.Trigger aria-label={label} aria-describedby={describedBy} className={pillClass}>
          <span className="truncate">
            <Base.Value />
          </span>
          <ChevronDown size={15} className="shrink-0" />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner
            sideOffset={6}
            alignItemWithTrigger={false}
            className="z-60 outline-none"
          >
            <Base.Popup className="max-h-(--available-height) min-w-(--anchor-width) animate-pop overflow-y-auto rounded-md border border-line bg-surface p-1.5 text-ink shadow-pop">
              <Base.List>
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-sm px-3 text-sm outline-none select-none data-highlighted:bg-hover data-selected:font-semibold lg:min-h-9"
                  >
                    <Base.ItemText>{option.label}</Base.ItemText>
                    <Base.ItemIndicator>
                      <Check size={16} />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
