-- What a shop may know of somebody who chose it: `coupons`, `visits` or `habits`, each more than the one before.

ALTER TABLE choices ADD COLUMN term TEXT NOT NULL DEFAULT 'visits';
