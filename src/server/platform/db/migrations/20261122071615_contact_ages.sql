ALTER TABLE "contacts" ADD COLUMN "created_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "contacts_by_age" ON "contacts" USING btree ("owner_id","space_id","created_at");