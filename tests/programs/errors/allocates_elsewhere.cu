// The other file allocates too little.
void fill_bins(int count);
int main() { fill_bins(100); }
