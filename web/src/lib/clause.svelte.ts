// The clause that is open in place, wherever its number was pressed.
export const clause = $state<{ id: string | null }>({ id: null });
