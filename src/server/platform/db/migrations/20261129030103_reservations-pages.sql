-- Vacuum would return the pages of the emptied table, after which plans read all of it until the next analysis, however much it has grown.
ALTER TABLE "reservations" SET (vacuum_truncate = false);
