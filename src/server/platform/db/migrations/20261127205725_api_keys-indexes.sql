CREATE INDEX CONCURRENTLY "reservations_by_key" ON "reservations" USING btree ("owner_id","key_id") WHERE "reservations"."key_id" is not null;
