/** Icon path of the contact verification: shield with check mark, 20 × 20. */

export const shield = 'M10 2.5l6 2.5v4.5c0 4-2.6 6.7-6 8-3.4-1.3-6-4-6-8V5z M7.3 9.8l2 2 3.5-3.8'
